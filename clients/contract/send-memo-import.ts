import { onServer } from "./base-path";
import { connectionProblem, problemFrom } from "./problem-error";
import type { MemoImportReport } from "./wire";

/** Imports memos from another program's file; a dry run only counts. */
export async function sendMemoImport(file: Blob, dryRun: boolean): Promise<MemoImportReport> {
  const response = await fetch(onServer(`/api/memos/imports?dry_run=${dryRun}`), {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: file,
  }).catch(() => {
    throw connectionProblem();
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw problemFrom(response, body);
  return body as MemoImportReport;
}
