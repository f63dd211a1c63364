"""A photo, read and scored."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import ConfigDict, Field

from service.api.schemas.base import Answered
from service.api.schemas.case import EXAMPLE_CASE
from service.api.schemas.reading import EXAMPLE_READING, ReadingOut
from service.api.schemas.score import EXAMPLE_SCORE, ScoreAnswer


class ScanOut(Answered):
    """The reading, the case it makes with the context, and its score."""

    model_config = ConfigDict(
        extra="allow",
        json_schema_extra={
            "examples": [
                {
                    "status": "scored",
                    "message": "24 台",
                    "reading": {**EXAMPLE_READING, "review": []},
                    "case": EXAMPLE_CASE,
                    "score": EXAMPLE_SCORE,
                }
            ]
        },
    )

    status: Literal["scored", "settled", "not_winning", "illegal", "needs_review"] = Field(
        description="The score's status, or `needs_review` where the reading has doubts.", examples=["scored"]
    )
    message: str = Field(description="One line: the total, or what was seen and what is missing.", examples=["24 台"])
    reading: ReadingOut = Field(description="The photo, read.")
    case: dict[str, Any] = Field(
        description="The hand to score, as `POST /v1/scores` takes it; its `hand` is null "
        "where none can be written down.",
        examples=[EXAMPLE_CASE],
    )
    score: ScoreAnswer | None = Field(
        description="The score of the reading as it stands; null where it is no whole hand."
    )
