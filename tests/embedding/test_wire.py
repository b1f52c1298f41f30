"""Messages cross the pipe whole, and bytes that are no message are told apart."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from notesearch.embedding import wire

INTEGERS = st.integers(min_value=-(2**63), max_value=2**63 - 1)


@given(INTEGERS, st.text(), st.booleans())
def test_requests_cross_whole(key: int, text: str, urgent: bool) -> None:  # noqa: FBT001 - hypothesis passes it
    request = wire.Embed(key, text, urgent)
    assert wire.decode_request(wire.encode(request)) == request


@given(INTEGERS, st.binary(), st.booleans())
def test_vectors_cross_whole(key: int, vector: bytes, cut: bool) -> None:  # noqa: FBT001 - hypothesis passes it
    answer = wire.Vector(key, urgent=False, vector=vector, cut=cut)
    assert wire.decode_answer(wire.encode(answer)) == answer


def test_a_request_is_no_answer() -> None:
    with pytest.raises(msgspec.DecodeError):
        wire.decode_answer(wire.encode(wire.Drop()))


@given(st.binary(max_size=200))
def test_nonsense_is_a_decode_error_and_nothing_else(data: bytes) -> None:
    try:
        wire.decode_answer(data)
    except msgspec.DecodeError:
        return
