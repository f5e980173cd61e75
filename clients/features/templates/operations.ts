import type { Page } from "@ensemble/contract/wire";

export const FIELD_KINDS = ["text", "long_text", "number", "date", "choice", "list", "formula"] as const;

export type FieldKind = (typeof FIELD_KINDS)[number];
export type TemplateOutput = "document" | "slides" | "word";
export type TemplateFormat = "docx" | "pptx" | "markdown";

export interface Field {
  /** Name by which the text refers to it. */
  name: string;
  label: string;
  kind: FieldKind;
  required: boolean;
  example: string;
  options: string[];
  formula: string;
  columns: Field[];
}

export interface Definition {
  name: string;
  description: string;
  output: TemplateOutput;
  /** Markdown with placeholders. In lists empty. */
  content: string;
  fields: Field[];
}

export interface Template {
  /** Id of one's own, or name of a preset. */
  key: string;
  definition: Definition;
  mine: boolean;
  formats: TemplateFormat[];
  version: number;
  /** Null for presets. */
  updated_at: string | null;
}

export type Row = Record<string, string>;
export type Values = Record<string, string | Row[]>;

export interface TemplateFile {
  format: string;
  file_id: string;
  name: string;
  media_type: string;
  size_bytes: number;
  created_at: string;
}

export interface TemplateDocument {
  id: string;
  template: string;
  title: string;
  definition: Definition;
  formats: TemplateFormat[];
  values: Values;
  files: TemplateFile[];
  version: number;
  created_at: string;
  updated_at: string;
}

export interface DocumentSummary {
  id: string;
  template: string;
  template_name: string;
  title: string;
  updated_at: string;
}

interface ById {
  id: string;
}

declare module "@ensemble/contract/operations" {
  interface GetOperations {
    "/api/templates": { answer: { items: Template[] } };
    "/api/templates/{key}": { path: { key: string }; answer: Template };
    "/api/templates/documents": {
      query?: { cursor?: string; limit?: number };
      answer: Page<DocumentSummary>;
    };
    "/api/templates/documents/{id}": { path: ById; answer: TemplateDocument };
  }
  interface PostOperations {
    "/api/templates": { body: { id: string; definition: Definition }; answer: Template };
    "/api/templates/{key}/copies": { path: { key: string }; body: ById; answer: Template };
    "/api/templates/documents": {
      body: { id: string; template: string; title?: string; values?: Values };
      answer: TemplateDocument;
    };
    "/api/templates/documents/{id}/files": {
      path: ById;
      body: { format: TemplateFormat };
      answer: TemplateFile;
    };
    "/api/templates/batches": {
      body: { template: string; file_id: string; format: TemplateFormat };
      answer: { file: TemplateFile; documents: number; unused_columns: string[] };
    };
    "/api/templates/suggestions": {
      body: {
        template: string;
        /** The document that is filled: its fields count, which the template may no longer have. */
        document_id?: string;
        instructions: string;
        source?: { kind: string; id: string };
        values: Values;
        model?: string;
      };
      answer: { values: Values; model_name: string; is_cut: boolean };
    };
  }
  interface PutOperations {
    "/api/templates/{id}": {
      path: ById;
      body: Definition;
      answer: Template;
    };
    "/api/templates/documents/{id}": {
      path: ById;
      body: { title: string; values: Values };
      answer: TemplateDocument;
    };
  }
  interface DeleteOperations {
    "/api/templates/{id}": { path: ById; answer: undefined };
    "/api/templates/documents/{id}": { path: ById; answer: undefined };
  }
}
