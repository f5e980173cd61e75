import type { Page } from "@ensemble/contract/wire";

/** An item as the server sends it. */
export interface SampleItem {
  id: string;
  title: string;
  created_at: string;
}

declare module "@ensemble/contract/operations" {
  interface GetOperations {
    "/api/sample": { query?: { cursor?: string; limit?: number }; answer: Page<SampleItem> };
  }
  interface PostOperations {
    "/api/sample": { body: { id: string; title: string }; answer: SampleItem };
  }
  interface DeleteOperations {
    "/api/sample/{id}": { path: { id: string }; answer: undefined };
  }
}
