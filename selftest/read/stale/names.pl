# Prints names in documents and comments of C that nothing has, as "FILE:LINE: NAME": files of the project, functions and
# other names with an underscore, options, what scripts/bench measures, and environment variables.
use strict;
use warnings;

# Names of other projects, of processors, and of examples.
my %foreign = map { $_ => 1 } qw(bench.pl cg_sim cg_sim.c cachesim_initcache guest_amd64_helpers guest_x86_helpers
	guest_x86_helpers.c VEX/priv/guest_amd64_helpers.c gelf.h json_reporter cntvct_el0 linux/types.h asm/types.h
	stl_vector.h x.h path.c commands.sh src/text.c old/half.c new/half.c languages/NAME.lang);
# Options of other programs that documents name: docker, git, slurm, bencher, buildah, node, perf, ld, gh, apt, tar
# and valgrind.
$foreign{"--$_"} = 1 for qw(parameter-list ignore-failure security-opt project token branch testbed adapter orphan job-name cpus-per-task
	force-group-allocation jitless single-threaded output-format isolation instr-atstart instr-at-start vex-iropt-level
	vex-regalloc-version vex-iropt-unroll-thresh read-var-info sym-offsets demangle run-libc-freeres jq paginate
	download-only strip-components);
my @files = grep { !m{^debian/|/corpus/|/cachegrind/|/golden/|/released/|^CHANGELOG} } split /\n/,
	`find * .ci -type f ! -path 'build*'`;
my (%word, %option, %exists);
for my $file (@files) {
	$exists{$_} = 1 for map { join '/', @{[split m{/}, $file]}[-$_ .. -1] } 1 .. $file =~ tr{/}{} + 1;
}

sub text_of {
	my ($file) = @_;
	open my $in, '<', $file or die "$file: $!\n";
	local $/;
	return <$in> // '';
}

# Returns the text without comments, in which strings stay, and each comment with its line.
sub split_c {
	my ($text) = @_;
	my ($code, $line, @comments) = ('', 1);
	while ($text =~ m{\G( "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*' | /\*.*?\*/ | //[^\n]* | . )}gsx) {
		my $token = $1;
		$token =~ m{^/[*/]} ? push @comments, [$line, $token] : ($code .= $token);
		$line += $token =~ tr/\n//;
	}
	return ($code, @comments);
}

my %told;
for my $file (@files) {
	my $code = text_of($file);
	if ($file =~ /\.(md|[157])$/) {
		$code =~ s/\\&|\\(?=-)//g;
		my $line = 0;
		$told{$file} = [map { [++$line, $_] } split /\n/, $code];
		next;
	}
	($code, @{$told{$file}}) = split_c($code) if $file =~ /\.[ch]$/;
	$word{$_} = 1 for $code =~ /\w+/g;
	$option{$_} = 1 for $code =~ /--?([a-z][a-z-]*)/g, $code =~ /\{"([a-z-]+)"/g;
}
my ($benches) = text_of('scripts/bench') =~ /^for part; do\n\tcase \$part in\n(.*)\n/m;
for my $file (sort keys %told) {
	my $document = $file =~ /\.(md|[157])$/;
	for (@{$told{$file}}) {
		my ($line, $text) = @$_;
		my $say = sub { print "$file:$line: $_[0]\n" };
		for ($text =~ m{(?<![\w/.<*-])([a-z][\w/+-]*\.(?:c|h|t|pl|sh|lang|awk))\b}g) {
			$say->($_) if !$exists{$_} && !$foreign{$_} && ($document ? m{/} : 1);
		}
		for ($text =~ /\bCGBENCH_[A-Z_]+\b/g) {
			$say->($_) if !$word{$_};
		}
		for ($text =~ /(?<![\w-])--([a-z][a-z-]+)/g) {
			$say->("--$_") if $document && !$option{$_} && !$foreign{"--$_"};
		}
		for ($text =~ m{\bscripts/[\w-]+}g) {
			$say->($_) if !-e && !-e "$_.pl";
		}
		for ($text =~ m{\bscripts/bench (\w+)}g) {
			$say->("scripts/bench $_") if !defined $benches || $benches !~ /\b\Q$_\E\b/;
		}
		$text =~ s/"[^"\n]*"|'[^'\n]*'//g;
		for ($text =~ /(?<![\w-])([a-z]\w*_[a-z_]\w*)(?![\w.-])/g) {
			$say->($_) if !$document && !$word{$_} && !$foreign{$_} && !/^cgbench_(kept|boxed)/;
		}
	}
}
