"""Sends several documents in one call, waits for all and prints a line for each."""
import sys
import time
import urllib.parse
import uuid

from lavra import call, form

body, content_type = form(sys.argv[1:])
# The key makes it safe to send again when an answer is lost: it is accepted once.
_, headers = call("POST", "/extract/batch", body, {"Content-Type": content_type, "Idempotency-Key": str(uuid.uuid4())})
query = urllib.parse.urlencode({"batchId": headers["X-Batch-Id"], "limit": 1000})
while True:
    status, _ = call("GET", "/extract/batch?" + query)
    if status["in_progress"] == 0:
        break
    time.sleep(0.5)
for item in status["items"]:
    print(item["filename"], item["status"], item["request_id"])
