"""Requests made up from the API's own description: no server error, no answer that the description does not know."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import checks
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.testclient import TestClient

from service.api.app import create_app
from service.settings import Settings
from tests.service.fakes import SameHandReader, wait_until_ready

EXAMPLES = int(os.environ.get("TILESIGHT_API_EXAMPLES", "8"))
_folder = tempfile.TemporaryDirectory(prefix="tilesight-api-")
_app = create_app(
    Settings(
        data_dir=Path(_folder.name), allowed_hosts=("testserver",), web=False, rate_per_minute=0,
        photo_rate_per_minute=0, max_uploads_per_address=16, keep_photos=True, body_idle_timeout_s=60,
    ),
    SameHandReader,
)  # fmt: skip
schema = schemathesis.openapi.from_dict(_app.openapi())
schema.app = _app
# A write on a table that has changed is refused as such (412) before its body is looked at.
schema.config.checks.negative_data_rejection.expected_statuses = [
    "400", "401", "403", "404", "405", "406", "408", "409", "411", "412", "413", "415", "421", "422", "428", "429",
]  # fmt: skip
CHECKS = [
    checks.not_a_server_error,
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
]


@pytest.fixture(scope="module", autouse=True)
def running() -> object:
    with TestClient(_app) as client:
        wait_until_ready(client)
        yield
    _folder.cleanup()


@schema.exclude(path_regex=r"/events$").parametrize()
@settings(
    max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), database=None
)
def test_the_api_keeps_to_its_description(case: schemathesis.Case) -> None:
    case.call_and_validate(checks=CHECKS)
