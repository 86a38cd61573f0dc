#!/usr/bin/perl
# A bot in Perl that plays ATTACK ON OMAHA BEACH once, written from docs/protocol.md with core modules alone.
#
#     perl omaha_bot.pl http://127.0.0.1:8700
use v5.36;
use HTTP::Tiny;
use IO::Socket::INET;
use JSON::PP;
use MIME::Base64 qw(encode_base64);

my $url  = shift // 'http://127.0.0.1:8700';
my $json = JSON::PP->new->utf8->canonical;
my ($host, $port) = $url =~ m{^http://([^:/]+):(\d+)} or die "not an address: $url\n";

# REST: a player, and a match with a seat for it.

sub post ($path, $body, $token = '') {
    my $headers = { 'Content-Type' => 'application/json', $token ? (Authorization => "Bearer $token") : () };
    my $answer  = HTTP::Tiny->new->post("$url$path", { headers => $headers, content => $json->encode($body) });
    die "$path: $answer->{content}\n" unless $answer->{success};
    return $json->decode($answer->{content});
}

my $token = post('/api/players', { name => 'Perl' })->{token};
my $match = post('/api/matches', { game => 'omaha', bot => JSON::PP::true }, $token)->{match};

# The websocket: RFC 6455, whole text frames.

my $socket = IO::Socket::INET->new(PeerAddr => $host, PeerPort => $port) or die "cannot connect: $!\n";
my $key    = encode_base64(join('', map { chr int rand 256 } 1 .. 16), '');
print $socket "GET /ws HTTP/1.1\r\nHost: $host:$port\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    . "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: $key\r\nSec-WebSocket-Protocol: bocage.v1.json\r\n\r\n";
my $status = <$socket>;
die "no websocket: $status" unless $status =~ / 101 /;
1 while <$socket> ne "\r\n";

sub read_bytes ($size) {
    my $bytes = '';
    read($socket, $bytes, $size) == $size or die "the connection was lost\n";
    return $bytes;
}

sub frame ($opcode, $payload) {
    my $size = length $payload;
    my $head = $size < 126 ? pack('CC', 0x80 | $opcode, 0x80 | $size) : pack('CCn', 0x80 | $opcode, 0x80 | 126, $size);
    my $mask = pack('N', int rand 2**32);
    my $long = substr($mask x ($size / 4 + 1), 0, $size);
    print $socket $head . $mask . ($payload ^. $long);
}

sub send_message ($message) { frame(1, $json->encode($message)) }

sub receive () {
    while (1) {
        my ($opcode, $size) = unpack 'CC', read_bytes(2);
        $size = unpack('n',  read_bytes(2)) if $size == 126;
        $size = unpack('Q>', read_bytes(8)) if $size == 127;
        my $payload = read_bytes($size);
        return $json->decode($payload) if $opcode == 0x81;
        frame(0xA, $payload) if $opcode == 0x89;
        die "the service closed the connection\n" if $opcode == 0x88;
    }
}

# RFC 7396.
sub merge ($target, $patch) {
    return $patch unless ref $patch eq 'HASH';
    my %merged = ref $target eq 'HASH' ? %$target : ();
    for my $field (keys %$patch) {
        if   (defined $patch->{$field}) { $merged{$field} = merge($merged{$field}, $patch->{$field}) }
        else                            { delete $merged{$field} }
    }
    return \%merged;
}

# Go up the beach where that is possible, else blast what is in the way.
sub choose ($table, @actions) {
    my $row   = sub ($cell) { substr $cell, 1 };
    my $here  = $table->{squad} ? $row->($table->{squad}) : -1;
    my ($up)    = grep { $_->{do} eq 'move' && $row->($_->{cell}) > $here } @actions;
    my ($blast) = grep { $_->{do} eq 'blast' } @actions;
    return $up // $blast // $actions[0];
}

my ($view, $seq, $id) = ({}, 0, 0);
$socket->autoflush(1);
send_message({ t => 'hello', token => $token, client => 'omaha_bot.pl' });
while (my $message = receive()) {
    my $kind = $message->{t};
    die "$message->{code}: $message->{text}\n" if $kind eq 'refused';
    send_message({ t => 'watch', match => $match }) if $kind eq 'welcome';
    next unless $kind eq 'snapshot' || $kind eq 'update';
    $seq  = $message->{seq};
    $view = $kind eq 'snapshot' ? $message->{view} : merge($view, $message->{patch} // {});
    if (my $decision = $message->{decision}) {
        my $action = choose($view->{table}, @{ $decision->{actions} });
        send_message({ t => 'act', id => ++$id, match => $match, seq => $seq, action => $action });
    }
    # The last entry of a match discloses the secret of the dice.
    last if grep { $_->{ev} eq 'revealed' } @{ $message->{events} // [] };
}
say $json->encode({ match => $match, outcome => $view->{outcome}, entries => $seq });
