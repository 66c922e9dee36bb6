"""Sends one document and prints what was read from it."""
import sys
import uuid

from lavra import call, form

body, content_type = form([sys.argv[1]])
# A 408 ends the program: the work goes on, and GET /extract/{request_id} has the result later.
result, _ = call("POST", "/extract/sync", body, {"Content-Type": content_type, "Idempotency-Key": str(uuid.uuid4())})
print(result["document_type"] or "-", result["status"])
for name, field in result["fields"].items():
    print(f"  {name} = {field['value']} ({field['confidence_score']:.2f})")
