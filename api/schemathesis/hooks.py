"""What schemathesis cannot make up: files that are documents, addresses that
answer, and identifiers of requests that exist.

The runner gives them by the environment: LAVRA_SAMPLE is a document,
LAVRA_SAMPLE_URL an address that serves it, LAVRA_REQUEST_ID a request that has
ended, LAVRA_BATCH_ID its batch. Only data that is meant to be valid is
touched: what is wrong on purpose stays wrong.
"""

import base64
import json
import os
import uuid

import schemathesis
from schemathesis import GenerationMode

DOCUMENT = open(os.environ["LAVRA_SAMPLE"], "rb").read()
ADDRESS = os.environ["LAVRA_SAMPLE_URL"]
REQUEST = os.environ["LAVRA_REQUEST_ID"]
BATCH = os.environ["LAVRA_BATCH_ID"]


@schemathesis.hook
def map_case(context, case):
    if case.meta is None or case.meta.generation.mode != GenerationMode.POSITIVE:
        return case
    if case.method == "GET":
        known_request(case)
    elif case.path.endswith("/corrections"):
        # Which values there are, and which verdict goes with one, is the result's to say.
        case.path_parameters["requestId"] = REQUEST
        case.body = {"corrections": [{"field_path": "fields.valor", "verdict": "right"}]}
    elif isinstance(case.body, dict):
        real_file(case)
        # The same key with other content is a conflict, by the contract.
        if case.headers and "Idempotency-Key" in case.headers:
            case.headers["Idempotency-Key"] = str(uuid.uuid4())
    return case


def known_request(case):
    if "requestId" in (case.path_parameters or {}):
        case.path_parameters["requestId"] = REQUEST
    if case.path == "/extract/batch":
        # Exactly one of batchId and referenceId; a cursor is the service's own.
        case.query = {k: v for k, v in (case.query or {}).items() if k in ("status", "limit")}
        case.query["batchId"] = BATCH
    if case.path == "/extract":
        # Times have two forms, and a cursor is the service's own.
        case.query = {k: v for k, v in (case.query or {}).items() if k in ("status", "type", "limit")}
    if case.path == "/analytics/{analysis}":
        # What can be asked "by" depends on the analysis.
        by = {"backlog": ("step", "type"), "callbacks": ("day", "hour", "host", "total")}.get(case.path_parameters["analysis"], ("day", "hour", "type", "total"))
        case.query = {k: v for k, v in (case.query or {}).items() if k == "by" and v in by}
    if case.path == "/types/{documentType}":
        case.path_parameters["documentType"] = "BOLETO"
    if case.path.endswith("/bounding-box"):
        case.query = {"fieldPath": "fields.valor"}


def real_file(case):
    if case.media_type != "application/json":
        # The header of a part cannot carry every name that JSON can.
        for name in [n for n in case.body if not n or not n.isprintable()]:
            del case.body[name]
    body = case.body
    by_address = "fileUrl" in json.dumps(body, default=str)
    if case.media_type == "application/json":
        name = {"fileUrl": ADDRESS} if by_address else {"fileBase64": base64.b64encode(DOCUMENT).decode(), "filename": "recibo.pdf"}
        body["file"] = name
    elif case.path == "/extract/batch":
        body["file"] = [DOCUMENT] * max(1, min(len(body.get("file", [])), 3))
    elif by_address:
        body["fileUrl"] = ADDRESS
        body.pop("file", None)
    else:
        body["file"] = DOCUMENT
    if "metadata" in body and case.media_type != "application/json":
        body["metadata"] = '{"origem": "schemathesis"}'
    if body.get("callbackUrl") is not None:
        body["callbackUrl"] = ADDRESS
