import type { Page } from "@ensemble/contract/wire";

export const SITE_SCOPES = ["all", "site", "url", "wildcard", "regex"] as const;
export const READS = ["all", "selection", "none"] as const;
export const SKILLS = ["search_enhance", "summarize", "keyword", "summary_classic", "bullet_ask"] as const;
export const PARAMETER_KINDS = ["text", "single_choice", "multiple_choice"] as const;
export const SCOPES = ["private", "link", "public"] as const;

export type SiteScope = (typeof SITE_SCOPES)[number];
export type Reads = (typeof READS)[number];
export type Skill = (typeof SKILLS)[number];
export type ParameterKind = (typeof PARAMETER_KINDS)[number];
export type Scope = (typeof SCOPES)[number];
export type PowerupState =
  | "unpublished"
  | "auditing"
  | "audit_rejected"
  | "shared"
  | "unshared"
  | "deleted"
  | "removed";

export interface Sites {
  scope: SiteScope;
  patterns: string[];
}

export interface Parameter {
  kind: ParameterKind;
  /** Name by which the prompt refers to it. */
  field: string;
  label: string;
  required: boolean;
  default: string[];
  options: string[];
}

export interface Translation {
  /** BCP 47. */
  language: string;
  name: string;
  description: string;
  /** One for each parameter, in their order. */
  parameters: { label: string; options: string[] }[];
}

export interface Definition {
  name: string;
  icon: string;
  description: string;
  kind: "tool" | "mini_app";
  artifact_id: string | null;
  sites: Sites;
  reads: Reads;
  parameters: Parameter[];
  skills: Skill[];
  model: string | null;
  prompt: string;
  response_language: "user" | "prompt";
  example_url: string;
  /** Language of its texts. */
  language: string;
  translations: Translation[];
}

export interface Powerup {
  id: string;
  definition: Definition;
  version: number;
  mine: boolean;
  state: PowerupState;
  reason: string;
  scope: Scope;
  anonymous: boolean;
  shown_scope: Scope;
  shown_version: number | null;
  favorited: boolean;
  /** Number of others than its author who favorited it. */
  favorites: number;
  origin_id: string | null;
  created_at: string;
  updated_at: string;
}

export interface PowerupDetail extends Powerup {
  author: string | null;
  /** Published artifact of a mini app. */
  app: unknown;
}

export interface Change {
  field: string;
  before: string | null;
  after: string | null;
}

export interface Changes {
  here: Change[];
  /** Null: what was copied is not there any more. */
  origin: Change[] | null;
}

export interface RunInput {
  text?: string;
  url?: string;
  values: Record<string, string[]>;
  model?: string;
  /** Name of the page or text in the history. */
  title?: string;
  /** True: the answer is not kept in the history. */
  forget?: boolean;
}

export interface Sent {
  /** `selection`: the part of a page that a client read, which the server knows as a text. */
  kind: "text" | "page" | "selection" | "values" | "search";
  chars: number;
  detail: string | null;
  is_cut: boolean;
}

export interface PowerupRun {
  run_id: string;
  model_name: string;
  sent: Sent[];
}

export interface PowerupResult {
  run_id: string;
  /** It may be gone. */
  powerup_id: string;
  /** Name and icon of the PowerUP when it ran. */
  name: string;
  icon: string;
  /** Page or text that it ran on; empty: it has no name. */
  title: string;
  model_name: string;
  answer: string;
  created_at: string;
}

export interface PowerupPrice {
  model: string;
  model_name: string;
  meter: string | null;
  amount: number;
  charges: boolean;
}

export interface PowerupReview {
  powerup: PowerupDetail;
  author: string | null;
  sent_at: string;
  permissions: {
    sites: Sites;
    reads: Reads;
    skills: Skill[];
    searches_web: boolean;
    runs_code: boolean;
  };
  /** Null: nobody has a version yet. */
  changes: Change[] | null;
}

export interface PowerupVersion {
  number: number;
  created_at: string;
}

interface ById {
  id: string;
}

declare module "@ensemble/contract/operations" {
  interface GetOperations {
    "/api/powerups": { query?: { of?: "mine" | "favorites" }; answer: { items: Powerup[] } };
    "/api/powerups/explore": {
      query?: { q?: string; cursor?: string; limit?: number };
      answer: Page<Powerup>;
    };
    "/api/powerups/price": { query?: { model?: string; preferred?: boolean }; answer: PowerupPrice };
    "/api/powerups/results": {
      query?: { powerup_id?: string; cursor?: string; limit?: number };
      answer: Page<PowerupResult>;
    };
    "/api/powerups/reviews": { query?: { cursor?: string; limit?: number }; answer: Page<PowerupReview> };
    "/api/powerups/public/{id}": { path: ById; answer: PowerupDetail };
    "/api/powerups/{id}": { path: ById; answer: PowerupDetail };
    "/api/powerups/{id}/changes": { path: ById; answer: Changes };
    "/api/powerups/{id}/versions": { path: ById; answer: { items: PowerupVersion[] } };
    "/api/powerups/{id}/versions/{number}": {
      path: { id: string; number: number };
      answer: { number: number; definition: Definition; changes: Change[] };
    };
  }
  interface PostOperations {
    "/api/powerups": { body: { id: string; definition: Definition }; answer: PowerupDetail };
    "/api/powerups/tries": { body: { definition: Definition; input: RunInput }; answer: PowerupRun };
    "/api/powerups/{id}/restore": { path: ById; answer: PowerupDetail };
    "/api/powerups/{id}/copies": { path: ById; body: { id: string }; answer: PowerupDetail };
    "/api/powerups/{id}/runs": { path: ById; body: RunInput; answer: PowerupRun };
    "/api/powerups/reviews/{id}/removal": { path: ById; body: { reason: string }; answer: undefined };
  }
  interface PutOperations {
    "/api/powerups/{id}": { path: ById; body: Definition; answer: PowerupDetail };
    "/api/powerups/{id}/sharing": {
      path: ById;
      body: { scope: Scope; anonymous: boolean };
      answer: PowerupDetail;
    };
    "/api/powerups/{id}/favorite": { path: ById; body: { favorited: boolean }; answer: PowerupDetail };
  }
  interface PatchOperations {
    "/api/powerups/reviews/{id}": {
      path: ById;
      body: { outcome: "approved" | "rejected"; version: number; reason: string };
      answer: undefined;
    };
  }
  interface DeleteOperations {
    "/api/powerups/results": { query?: { powerup_id?: string }; answer: undefined };
    "/api/powerups/results/{id}": { path: ById; answer: undefined };
    "/api/powerups/{id}": { path: ById; answer: undefined };
  }
}
