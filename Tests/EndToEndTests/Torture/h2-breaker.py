#!/usr/bin/env python3
"""h2-breaker.py KEY CERTIFICATE HOW: an HTTP/2 server (RFC 9113) on a free port of 127.0.0.1 that breaks every request off.

It prints its port, and then a line for each request that came in whole. It ends with its standard input.
"""
import os
import socket
import ssl
import struct
import sys
import threading

DATA, HEADERS, RST_STREAM, SETTINGS, PING, GOAWAY, WINDOW_UPDATE = 0, 1, 3, 4, 6, 7, 8
END_STREAM, ACK = 1, 1
NO_ERROR, INTERNAL_ERROR, REFUSED_STREAM, CANCEL, ENHANCE_YOUR_CALM = 0, 2, 7, 8, 11


def frame(kind, flags=0, stream=0, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def goaway(last, error):
    return frame(GOAWAY, 0, 0, struct.pack(">II", last, error))


def reset(stream, error):
    return frame(RST_STREAM, 0, stream, struct.pack(">I", error))


def half(stream):
    """The status 200 (RFC 7541, static entry 8), and the beginning of a body."""
    return frame(HEADERS, 4, stream, b"\x88") + frame(DATA, 0, stream, b'{"id":')


ENDINGS = {
    "goaway-refusing": lambda stream: goaway(0, NO_ERROR),
    "goaway-calm": lambda stream: goaway(0, ENHANCE_YOUR_CALM),
    "goaway-failing": lambda stream: goaway(stream, INTERNAL_ERROR),
    "goaway-halfway": lambda stream: half(stream) + goaway(stream, NO_ERROR),
    "reset-refusing": lambda stream: reset(stream, REFUSED_STREAM),
    "reset-failing": lambda stream: reset(stream, INTERNAL_ERROR),
    "reset-cancelling": lambda stream: reset(stream, CANCEL),
    "reset-halfway": lambda stream: half(stream) + reset(stream, INTERNAL_ERROR),
}


def read(connection, count):
    data = b""
    while len(data) < count:
        piece = connection.recv(count - len(data))
        if not piece:
            raise EOFError
        data += piece
    return data


def serve(connection, how):
    read(connection, 24)
    # Room for any body at once: INITIAL_WINDOW_SIZE (4), and the same for the connection.
    connection.sendall(
        frame(SETTINGS, 0, 0, struct.pack(">HI", 4, 1 << 30)) + frame(WINDOW_UPDATE, 0, 0, struct.pack(">I", 1 << 30)))
    while True:
        head = read(connection, 9)
        length = int.from_bytes(head[:3], "big")
        kind, flags = head[3], head[4]
        stream = int.from_bytes(head[5:], "big")
        payload = read(connection, length)
        if kind == SETTINGS and not flags & ACK:
            connection.sendall(frame(SETTINGS, ACK))
        elif kind == PING and not flags & ACK:
            connection.sendall(frame(PING, ACK, 0, payload))
        elif kind in (HEADERS, DATA) and flags & END_STREAM:
            print("request", flush=True)
            connection.sendall(ENDINGS[how](stream))
            if how.startswith("goaway"):
                return


def attend(plain, context, how):
    try:
        with context.wrap_socket(plain, server_side=True) as connection:
            serve(connection, how)
    except (OSError, EOFError):
        pass


def main():
    key, certificate, how = sys.argv[1:]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    context.set_alpn_protocols(["h2"])
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)

    def end_with_input():
        sys.stdin.read()
        os._exit(0)

    threading.Thread(target=end_with_input, daemon=True).start()
    while True:
        plain, _ = listener.accept()
        threading.Thread(target=attend, args=(plain, context, how), daemon=True).start()


main()
