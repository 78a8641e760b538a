# A headless Chromium for tests, driven by chromedriver over the WebDriver protocol, and a server of
# files whose headers the test chooses.
#
#     my $browser = browser->start(directory => 'pages', headers => { strict => ["Name: value"] });
#     $browser->visit('plain/page.html');     # no headers
#     $browser->visit('strict/page.html');    # the same file with those headers
#
# Everything is on free ports of the loopback device. What was started ends with the object, also if
# the test dies; its files are in a temporary directory that is removed. An error dies.
package browser;
use strict;
use warnings;
use File::Path;
use File::Temp;
use HTTP::Tiny;
use IO::Socket::INET;
use JSON::PP;
use MIME::Base64;
use POSIX ();
use Scalar::Util 'weaken';

# WebDriver gives keys these names.
our %KEY = (
	Tab => "\x{e004}", Enter => "\x{e007}", Shift => "\x{e008}", Escape => "\x{e00c}", Space => ' ',
	Down => "\x{e015}", Up => "\x{e013}", Left => "\x{e012}", Right => "\x{e014}",
);

my @started;
my $json = JSON::PP->new->utf8->allow_nonref->canonical;
$SIG{$_} = sub { exit 1 } for qw(HUP INT TERM);

# The Debian package that is missing, if any.
sub missing {
	my %command = (chromium => 'chromium', 'chromium-driver' => 'chromedriver');
	for my $package (sort keys %command) {
		return $package unless grep { -x "$_/$command{$package}" } split /:/, $ENV{PATH};
	}
	return undef;
}

sub start {
	my ($class, %given) = @_;
	my $self = bless {
		%given, files => File::Temp::tempdir('cgbench-browser.XXXXXX', TMPDIR => 1), owner => $$,
		children => [],
	}, $class;
	weaken($started[@started] = $self);
	$self->{http} = HTTP::Tiny->new(timeout => 120, proxy => undef, http_proxy => undef);
	$self->{site} = $self->start_server;
	$self->{driver} = $self->start_driver;
	$self->{session} = $self->start_session;
	# Focus events come even if the window has no focus yet.
	$self->devtools('Emulation.setFocusEmulationEnabled', enabled => JSON::PP::true);
	# The page for new tabs asks for much.
	$self->visit('about:blank');
	$self->console, $self->requests;
	return $self;
}

# Runs the code in a process group of its own, and returns what it prints to its first argument.
sub child {
	my ($self, $code) = @_;
	pipe my $from, my $to or die "pipe: $!";
	my $pid = fork // die "fork: $!";
	if (!$pid) {
		setpgrp;
		$SIG{$_} = 'DEFAULT' for qw(HUP INT TERM);
		close $from;
		eval { $code->($to) };
		print STDERR $@;
		POSIX::_exit(1);
	}
	setpgrp $pid, $pid;
	close $to;
	push @{$self->{children}}, $pid;
	push @{$self->{pipes}}, $from;
	return $from;
}

# --- The server: answers GET one after the other, and logs each path.

sub start_server {
	my ($self) = @_;
	my $socket = IO::Socket::INET->new(LocalAddr => '127.0.0.1', Listen => 64) or die "listen: $@";
	open my $log, '>', "$self->{files}/requests" or die $!;
	$log->autoflush;
	$self->child(sub {
		while (my $client = $socket->accept) {
			$self->answer($client, $log);
			close $client;
		}
	});
	return 'http://127.0.0.1:' . $socket->sockport;
}

sub answer {
	my ($self, $client, $log) = @_;
	my ($path) = (<$client> // return) =~ m{^GET /(\S*)} or return;
	while (<$client>) { last if /^\r?$/ }
	print $log "$path\n";
	my ($kind, $name) = $path =~ m{^(\w+)/([\w.-]+)$};
	my $found = defined $name && open my $file, '<:raw', "$self->{directory}/$name";
	my $text = $found ? do { local $/; <$file> } : '';
	print $client join "\r\n", $found ? 'HTTP/1.1 200 OK' : 'HTTP/1.1 404 Not Found',
		'Content-Type: text/html; charset=utf-8', 'Content-Length: ' . length $text,
		'Connection: close', $found ? @{$self->{headers}{$kind} || []} : (), '', $text;
}

# --- The driver and its session.

sub start_driver {
	my ($self) = @_;
	my $out = $self->child(sub {
		my ($to) = @_;
		@ENV{qw(HOME TMPDIR)} = ("$self->{files}") x 2;
		open STDOUT, '>&', $to or die $!;
		open STDERR, '>', "$self->{files}/errors" or die $!;
		exec qw(chromedriver --port=0) or die "chromedriver: $!";
	});
	while (<$out>) {
		return "http://127.0.0.1:$1" if /started successfully on port (\d+)/;
	}
	die 'chromedriver ended: ' . $self->errors;
}

sub errors {
	my ($self) = @_;
	open my $file, '<', "$self->{files}/errors" or return '';
	local $/;
	return <$file>;
}

sub start_session {
	my ($self) = @_;
	my ($binary) = grep { -x } map { "$_/chromium" } split /:/, $ENV{PATH};
	# A pipe is used, as a port is looked up as localhost, which a small system may not know.
	my @arguments = qw(--remote-debugging-pipe --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage
		--no-first-run --disable-background-networking --disable-component-update --disable-sync
		--disable-default-apps --disable-extensions --force-color-profile=srgb --hide-scrollbars);
	my $answer = $self->ask(POST => '/session', {
		capabilities => { alwaysMatch => {
			'goog:chromeOptions' => {
				binary => $binary,
				args => [ @arguments, "--user-data-dir=$self->{files}/profile" ],
			},
			'goog:loggingPrefs' => { browser => 'ALL', performance => 'ALL' },
		} },
	});
	return $answer->{sessionId};
}

# Asks the driver. Dies of its error.
sub ask {
	my ($self, $method, $path, $body) = @_;
	my %options = $method eq 'POST' ? (content => $json->encode($body || {})) : ();
	my $response = $self->{http}->request($method, "$self->{driver}$path", {
		%options, headers => { 'Content-Type' => 'application/json' },
	});
	my $value = eval { $json->decode($response->{content})->{value} };
	return $value if $response->{success};
	my $why = ref $value ? $value->{message} : $response->{content};
	$why =~ s/\n.*//s;
	die "$method $path: $why\n";
}

sub command {
	my ($self, $path, $body) = @_;
	return $self->ask(POST => "/session/$self->{session}/$path", $body);
}

# A command of the Chrome DevTools Protocol.
sub devtools {
	my ($self, $command, %parameters) = @_;
	return $self->command('goog/cdp/execute', { cmd => $command, params => \%parameters });
}

# --- What tests do.

sub url {
	my ($self, $path) = @_;
	return $path =~ m{^\w+:} ? $path : "$self->{site}/$path";
}

sub visit {
	my ($self, $path) = @_;
	$self->command('url', { url => $self->url($path) });
}

sub address {
	my ($self) = @_;
	return $self->ask(GET => "/session/$self->{session}/url");
}

sub back { $_[0]->command('back') }
sub forward { $_[0]->command('forward') }

# Runs the body of a function of JavaScript, and returns what it returns.
sub run {
	my ($self, $script, @arguments) = @_;
	return $self->command('execute/sync', { script => $script, args => \@arguments });
}

sub find {
	my ($self, $selector) = @_;
	my $found = $self->command('element', { using => 'css selector', value => $selector });
	return (values %$found)[0];
}

sub click {
	my ($self, $selector) = @_;
	$self->command('element/' . $self->find($selector) . '/click');
}

# Clicks on whatever is in the middle of an element, which is scrolled into sight.
sub click_middle {
	my ($self, $selector) = @_;
	my $at = $self->run('const element = document.querySelector(arguments[0]);
		element.scrollIntoView({ block: "center" });
		const box = element.getBoundingClientRect();
		return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]', $selector);
	my @mouse = map { { type => $_, button => 0 } } qw(pointerDown pointerUp);
	$self->command('actions', { actions => [ { type => 'pointer', id => 'mouse', actions => [
		{ type => 'pointerMove', x => $at->[0], y => $at->[1] }, @mouse ] } ] });
}

# Types into an element.
sub type {
	my ($self, $selector, $text) = @_;
	$self->command('element/' . $self->find($selector) . '/value', { text => $text });
}

# Presses and releases keys, by name or as characters, wherever the focus is. "Shift+Tab" is one.
sub press {
	my ($self, @keys) = @_;
	my @actions;
	for (@keys) {
		my @held = map { $KEY{$_} // $_ } /^(Shift)\+(.+)$/ ? ($1, $2) : ($_);
		push @actions, map { { type => 'keyDown', value => $_ } } @held;
		push @actions, map { { type => 'keyUp', value => $_ } } reverse @held;
	}
	$self->command('actions', { actions => [ { type => 'key', id => 'keys', actions => \@actions } ] });
}

# The size of what shows the page, in CSS pixels.
sub size {
	my ($self, $width, $height) = @_;
	$self->devtools('Emulation.setDeviceMetricsOverride', width => 0 + $width, height => 0 + $height,
		deviceScaleFactor => 1, mobile => JSON::PP::false);
}

# "light" or "dark", on "screen" or "print".
sub appear {
	my ($self, $scheme, $medium) = @_;
	$self->devtools('Emulation.setEmulatedMedia', media => $medium // 'screen',
		features => [ { name => 'prefers-color-scheme', value => $scheme } ]);
}

sub write_file {
	my ($path, $bytes) = @_;
	open my $file, '>:raw', $path or die "$path: $!\n";
	print $file $bytes and close $file or die "$path: $!\n";
}

# Takes a picture of the visible part, or of the whole page.
sub screenshot {
	my ($self, $path, $whole) = @_;
	my $image = $self->devtools('Page.captureScreenshot', format => 'png',
		captureBeyondViewport => $whole ? JSON::PP::true : JSON::PP::false);
	write_file($path, decode_base64($image->{data}));
}

# The page as PDF. WebDriver's own command allows 10 s for it.
sub pdf { decode_base64($_[0]->devtools('Page.printToPDF')->{data}) }

# The entries of a log since the last call.
sub log_of {
	my ($self, $type) = @_;
	return @{$self->command('se/log', { type => $type })};
}

# Returns what the page or the browser wrote to the console, a line each.
sub console { map { "$_->{level}: $_->{message}" } $_[0]->log_of('browser') }

# The addresses requested since the last call, also of data: and blob:.
sub requests {
	my ($self) = @_;
	my @events = map { $json->decode($_->{message})->{message} } $self->log_of('performance');
	return map { $_->{params}{request}{url} }
		grep { $_->{method} eq 'Network.requestWillBeSent' } @events;
}

# Returns the requests that the server got, from the start.
sub served {
	my ($self) = @_;
	open(my $file, '<', "$self->{files}/requests") or die $!;
	chomp(my @paths = <$file>);
	return @paths;
}

# --- The end.

# Perl ends what still exists in no order, and modules may go first.
END {
	local $?;
	$_->stop for grep { $_ } @started;
}

sub DESTROY { $_[0]->stop }

sub stop {
	my ($self) = @_;
	return if $$ != $self->{owner} || $self->{stopped}++;
	local ($?, $@);
	eval { $self->ask(DELETE => "/session/$self->{session}") } if $self->{session};
	kill TERM => -$_ for @{$self->{children}};
	waitpid $_, 0 for @{$self->{children}};
	kill KILL => -$_ for @{$self->{children}};
	$self->remove_files;
}

# Children of chromium may write until they have ended, too.
sub remove_files {
	my ($self) = @_;
	for (1 .. 200) {
		File::Path::remove_tree($self->{files}, { error => \my $errors });
		return unless -e $self->{files};
		select undef, undef, undef, 0.05;
	}
	warn "$self->{files}: cannot be removed\n";
}

1;
