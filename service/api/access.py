"""The access token of the whole server, exchanged for a cookie by the phone app."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from pydantic import Field

from service.api.middleware import ACCESS_COOKIE, given_access_token, same_text
from service.api.problems import Problem, responses
from service.api.schemas.base import Answered, Asked
from service.api.state import SettingsOf
from service.api.strict import StrictRoute

router = APIRouter(prefix="/access", tags=["access"], route_class=StrictRoute)
_MONTH_S = 30 * 86_400


class AccessIn(Asked):
    """The access token, as the operator gave it."""

    token: str = Field(min_length=1, max_length=512, description="The token.", examples=["maple-river-lantern-seven"])


class AccessOut(Answered):
    """Whether this server wants an access token, and whether the caller has shown it."""

    required: bool = Field(description="Whether a token is wanted.", examples=[True])
    granted: bool = Field(description="Whether this request may use the server.", examples=[True])


@router.get("", summary="Is a token wanted?", operation_id="access_state", response_model=AccessOut)
async def access_state(request: Request, settings: SettingsOf) -> AccessOut:
    """Whether the caller may use the server as they are."""
    if settings.access_token is None:
        return AccessOut(required=False, granted=True)
    given = given_access_token(request.headers)
    granted = given is not None and same_text(given, settings.access_token.get_secret_value())
    return AccessOut(required=True, granted=granted)


@router.post(
    "",
    summary="Show the token once",
    operation_id="access_grant",
    response_model=AccessOut,
    responses=responses(
        "access_token_required", "bad_request", "body_too_large", "unsupported_media_type", "invalid_request"
    ),
)
async def access_grant(body: AccessIn, request: Request, response: Response, settings: SettingsOf) -> AccessOut:
    """Keeps the token in a cookie that pages cannot read, so that event streams and images work too."""
    if settings.access_token is None:
        return AccessOut(required=False, granted=True)
    if not same_text(body.token, settings.access_token.get_secret_value()):
        raise Problem(401, "access_token_required", "this is not the server's access token")
    response.set_cookie(
        ACCESS_COOKIE,
        settings.access_token.get_secret_value(),
        max_age=_MONTH_S,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
        path="/",
    )
    return AccessOut(required=True, granted=True)
