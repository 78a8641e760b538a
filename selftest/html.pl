#!/usr/bin/perl
# Reads a page as a strict parser does.
#
#     html.pl check FILE     prints what is wrong with it, a line each, or nothing
#     html.pl rows FILE      prints the rows of all tables: the id of the section or article that the
#                            table is in, its caption and the cells, separated by tabs
#     html.pl text ID FILE   prints the text in the element with that id, in lines
#     html.pl data FILE      prints the data of its script
use strict;
use warnings;
binmode STDOUT, ':encoding(UTF-8)';

my ($what, @rest) = @ARGV;
my $wanted = $what eq 'text' ? shift @rest : '';
open my $file, '<:encoding(UTF-8)', $rest[0] or die "$rest[0]: $!\n";
local $/;
my $s = <$file>;

my %void = map { $_ => 1 } qw(br input link meta);
my %ends = (    # elements that end where one of these begins or where their parent ends
	p => '', li => 'li', dt => 'dt dd', dd => 'dt dd', tr => 'tr tbody tfoot',
	td => 'td th tr tbody tfoot', th => 'td th tr tbody tfoot',
	thead => 'tbody tfoot', tbody => 'tbody tfoot', tfoot => '', option => 'option',
);
my %entities = (amp => '&', lt => '<', gt => '>', quot => '"');
my (@open, @problems, %ids, @links, @rows, @row, $level, %texts, $data);

sub problem {
	my ($why) = @_;
	push @problems, 'line ' . (1 + substr($s, 0, pos($s) // 0) =~ tr/\n//) . ": $why";
}

sub decode {
	my ($text) = @_;
	problem("bare & in '$text'") if $text =~ /&(?!(?:amp|lt|gt|quot|#\d+|#x[0-9a-f]+);)/i;
	return $text =~ s/&(\w+);/$entities{$1} \/\/ ''/ger =~ s/&#(\d+);/chr $1/ger =~ s/&#x(\w+);/chr hex $1/ger;
}

sub inside {
	my ($name) = @_;
	my ($found) = grep { $_->{name} eq $name } reverse @open;
	return $found;
}

sub end_row {
	my $table = inside('table') or return;
	my ($place) = grep { $_->{id} } reverse @open[0 .. $#open];
	push @rows, join "\t", ($place ? $place->{id} : ''), $table->{caption} // '',
		map { s/^\s+|\s+$//gr =~ s/\s+/ /gr } @row if @row;
	@row = ();
}

sub close_top {
	my $top = pop @open;
	end_row() if $top->{name} eq 'tr';
}

sub begin {
	my ($name, $attributes) = @_;
	my %of;
	while ($attributes =~ /\G\s+([a-zA-Z-]+)(?:=(?:"([^"]*)"|([^\s"'=<>`]+)))?/gc) {
		problem("<$name> has '$1' twice") if exists $of{$1};
		$of{$1} = decode($2 // $3 // '');
	}
	problem("<$name>: cannot read its attributes") if $attributes =~ /\G\s*[^\s\/]/gc;
	while (@open && grep { $_ eq $name } split ' ', $ends{$open[-1]{name}} // '') {
		close_top();
	}
	check($name, \%of);
	my %element = (name => $name, id => $of{id});
	$element{hidden} = exists $of{hidden};
	push @row, '' if $name =~ /^t[dh]$/ && !$element{hidden};
	push @open, \%element unless $void{$name} || $attributes =~ m{/$};
}

sub check {
	my ($name, $of) = @_;
	my $in_svg = inside('svg') || $name eq 'svg';
	problem("<$name> has '$_'") for grep { /^on|^style$|^src/ } keys %$of;
	problem("two elements have the id '$of->{id}'") if defined $of->{id} && $ids{$of->{id}}++;
	problem('an id with blanks') if ($of->{id} // 'x') !~ /^\S+$/;
	if (defined $of->{href} && $name ne 'link') {
		push @links, $of->{href};
	}
	problem("<th> without scope") if $name eq 'th' && !$of->{scope};
	problem("<table> without border") if $name eq 'table' && !$of->{border};
	problem("<$name> is not in a row") if $name =~ /^t[dh]$/ && (!@open || $open[-1]{name} ne 'tr');
	problem("<$name> in a paragraph")
		if inside('p') && $name =~ /^(?:p|div|table|dl|ul|pre|section|article|h\d|figure|details)$/;
	if (!$in_svg && $name =~ /^h(\d)$/) {
		problem("<$name> after <h" . ($level // 0) . '>') if $1 > ($level // 0) + 1;
		$level = $1;
	}
}

sub end {
	my ($name) = @_;
	close_top() while @open && $open[-1]{name} ne $name && exists $ends{$open[-1]{name}};
	return problem("</$name> ends nothing" . (@open ? ", <$open[-1]{name}> is open" : ''))
		if !@open || $open[-1]{name} ne $name;
	problem('<table> without caption') if $name eq 'table' && !defined $open[-1]{caption};
	close_top();
}

sub text {
	my ($text) = @_;
	$text = decode($text);
	problem('text in a table outside of its cells')
		if $text =~ /\S/ && @open && $open[-1]{name} =~ /^(?:table|tr|thead|tbody|tfoot)$/;
	my $hidden = grep { $_->{hidden} && $_->{name} =~ /^(?:t[dh]|span)$/ } @open;
	inside('table')->{caption} .= $text if inside('caption') && !$hidden;
	$row[-1] .= $text if @row && !$hidden;
	$texts{$_->{id}} .= $text for grep { $_->{id} } @open;
}

$s =~ /\G<!DOCTYPE html>\s*/gc or problem('no doctype');
until (($s =~ /\G\z/gc)) {
	if ($s =~ /\G<(style|script)([^<>]*)>(.*?)<\/\1>/gcs) {
		my ($name, $attributes, $content) = ($1, $2, $3);
		problem("<$name> has a comment or a tag") if $content =~ /<!--|<\/?script/;
		$data = $content if $attributes =~ /id="data"/;
	} elsif ($s =~ /\G<([a-zA-Z][a-zA-Z0-9]*)((?:[^<>"]|"[^"]*")*)>/gc) {
		begin($1, $2);
	} elsif ($s =~ /\G<\/([a-zA-Z][a-zA-Z0-9]*)>/gc) {
		end($1);
	} elsif ($s =~ /\G([^<]+)/gc) {
		text($1);
	} else {
		problem('a bare <');
		$s =~ /\G</gc;
	}
}
problem("<$_->{name}> does not end") for @open;
for my $link (@links) {
	problem("a link to $link") if $link !~ /^#(.+)/ || !$ids{$1};
}
problem("no $_->[0]") for grep { $s !~ $_->[1] } (
	[ 'language', qr/<html lang="en">/ ], [ 'charset', qr/<meta charset="utf-8">/ ],
	[ 'viewport', qr/<meta name="viewport"/ ], [ 'title', qr/<title>[^<]+</ ],
	[ 'policy', qr/http-equiv="Content-Security-Policy" content="default-src 'none'/ ]);
problem('a placeholder is left') if $s =~ /\@(?:policy|title|style|body|data|script)\@/;

print map { "$_\n" } $what eq 'check' ? @problems : $what eq 'rows' ? @rows
	: $what eq 'data' ? $data : $texts{$wanted} // ();
