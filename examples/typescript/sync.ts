// Sends one document and prints what was read from it.
import { randomUUID } from "node:crypto";
import { call, form } from "./lavra.js";

interface Result {
  document_type: string | null; // null: not recognised
  status: "success" | "partial_success" | "failed";
  fields: Record<string, { value: unknown; confidence_score: number; error: string | null }>;
}

// A 408 ends the program: the work goes on, and GET /extract/{request_id} has the result later.
const { answer } = await call<Result>("POST", "/extract/sync", await form(process.argv.slice(2, 3)), randomUUID());
console.log(answer.document_type ?? "-", answer.status);
for (const [name, field] of Object.entries(answer.fields)) {
  console.log(`  ${name} = ${JSON.stringify(field.value)} (${field.confidence_score.toFixed(2)})`);
}
