// Sends several documents in one call, waits for all and prints a line for each.
import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { call, form } from "./lavra.js";

interface Batch {
  in_progress: number;
  items: { request_id: string; filename: string; status: string }[];
}

// The key makes it safe to send again when an answer is lost: it is accepted once.
const { headers } = await call("POST", "/extract/batch", await form(process.argv.slice(2)), randomUUID());
const query = new URLSearchParams({ batchId: headers.get("X-Batch-Id") ?? "", limit: "1000" });
for (;;) {
  const { answer } = await call<Batch>("GET", `/extract/batch?${query}`);
  if (answer.in_progress === 0) {
    for (const item of answer.items) console.log(item.filename, item.status, item.request_id);
    break;
  }
  await setTimeout(500);
}
