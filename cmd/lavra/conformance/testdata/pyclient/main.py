"""A round trip with a client generated from the OpenAPI document.

main.py BASE-URL KEY FILE FILE-URL
"""

import base64
import sys
import time
from datetime import date
from io import BytesIO

from lavra_client import AuthenticatedClient
from lavra_client.api.classification import classify
from lavra_client.api.operation import get_health
from lavra_client.api.extraction import extract, extract_batch, extract_sync
from lavra_client.api.results import get_batch, get_bounding_box, get_markdown, get_status
from lavra_client.models import AsyncRequest, BatchForm, ClassifyRequest, FileInput, SyncRequest
from lavra_client.types import File

base, key, path, url = sys.argv[1:]
data = open(path, "rb").read()
client = AuthenticatedClient(base_url=base, token=key, timeout=60)
file = FileInput(file_base_64=base64.b64encode(data).decode(), filename="recibo.pdf")


def upload():
    return File(payload=BytesIO(data), file_name="recibo.pdf", mime_type="application/pdf")


assert classify.sync(client=client, body=ClassifyRequest(file=file)).document_type == "RECIBO"

# As JSON: where an endpoint takes both encodings, this generator sends multipart without its boundary.
result = extract_sync.sync(client=client, body=SyncRequest(file=file, include_markdown=True))
assert result.status == "success" and result.markdown, result
assert result.fields.valor.value == 4587.47 and result.fields.data.value == date(2025, 10, 31), result.fields

accepted = extract.sync(client=client, body=AsyncRequest(file=file, reference_id="pedido 7"))
request_id = str(accepted.request_id)
for _ in range(600):
    record = get_status.sync(request_id, client=client)
    if record.status != "in_progress":
        break
    time.sleep(0.1)
assert record.status == "success" and record.payload.reference_id == "pedido 7", record
assert get_bounding_box.sync(request_id, client=client, field_path="fields.valor").resolution_status == "resolved"
assert get_markdown.sync(request_id, client=client).markdown_status == "success"
assert get_status.sync("nada", client=client).message == "Request not found"

# By URL, with everything that a request may say.
body = AsyncRequest(
    file=FileInput(file_url=url), document_type="RECIBO", callback_method="PUT", reference_id="r", signature="s", include_markdown_in_webhook=True
)
request_id = str(extract.sync(client=client, body=body, idempotency_key="py").request_id)
assert str(extract.sync(client=client, body=body, idempotency_key="py").request_id) == request_id
assert extract_sync.sync(client=client, body=SyncRequest(file=FileInput(file_url=url))).status == "success"
assert get_markdown.sync(request_id, client=client).request_status in ("in_progress", "success")

refused = extract.sync(client=client, body=AsyncRequest(file=FileInput()))
assert refused.message == "Nenhum arquivo enviado.", refused
stranger = AuthenticatedClient(base_url=base, token="errada")
assert get_status.sync(request_id, client=stranger).error == "Unauthorized"

accepted = extract_batch.sync_detailed(client=client, body=BatchForm(file=[upload(), upload()]))
assert len(accepted.parsed) == 2, accepted
assert get_batch.sync(client=client, batch_id=accepted.headers["X-Batch-Id"]).total == 2
page = get_batch.sync(client=client, batch_id=accepted.headers["X-Batch-Id"], limit=1)
assert len(page.items) == 1 and page.next_cursor, page
assert get_batch.sync(client=client, batch_id=page.batch_id, cursor=page.next_cursor).items[0].request_id != page.items[0].request_id
assert get_health.sync(client=client).status == "ok"
