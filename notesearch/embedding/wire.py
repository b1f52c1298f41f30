"""What the program and the model's process say to each other, as MessagePack: no message can run anything."""

from __future__ import annotations

import msgspec


class Embed(msgspec.Struct, frozen=True, tag=True):
    """To the process: embed `text`, as a query (`urgent`, before all passages) or as a passage."""

    key: int
    text: str
    urgent: bool


class Drop(msgspec.Struct, frozen=True, tag=True):
    """To the process: forget the passages that wait."""


class Ready(msgspec.Struct, frozen=True, tag=True):
    """From the process: the model is loaded and has embedded a trial text. `context` is in tokens."""

    dimensions: int
    context: int
    architecture: str
    name: str


class Refused(msgspec.Struct, frozen=True, tag=True):
    """From the process: this model cannot be used; `reason` is a fixed opening, `detail` a sentence."""

    reason: str
    detail: str


class Vector(msgspec.Struct, frozen=True, tag=True):
    """From the process: unit length, little-endian float32; `cut` when the text was longer than the context."""

    key: int
    urgent: bool
    vector: bytes
    cut: bool


class Failure(msgspec.Struct, frozen=True, tag=True):
    """From the process: this text could not be embedded, and why."""

    key: int
    urgent: bool
    detail: str


class Asleep(msgspec.Struct, frozen=True, tag=True):
    """From the process: nothing was asked for a while, the process ends to free its memory."""


Request = Embed | Drop
Answer = Ready | Refused | Vector | Failure | Asleep

encode = msgspec.msgpack.encode


def decode_request(data: bytes) -> Request:
    """Return the request in `data`; raises msgspec.DecodeError when it is none."""
    return msgspec.msgpack.decode(data, type=Request)


def decode_answer(data: bytes) -> Answer:
    """Return the answer in `data`; raises msgspec.DecodeError when it is none."""
    return msgspec.msgpack.decode(data, type=Answer)
