import { emptyField } from "./form/placeholders";
import type { Definition, Template, TemplateDocument } from "./operations";

export const testDefinition = (change: Partial<Definition> = {}): Definition => ({
  name: "Invoice",
  description: "Line items and a total",
  output: "document",
  content: "{{client}}",
  fields: [
    { ...emptyField("client"), required: true, example: "Northwind" },
    { ...emptyField("due"), kind: "date" },
    {
      ...emptyField("items"),
      kind: "list",
      columns: [
        { ...emptyField("what"), required: true },
        { ...emptyField("amount"), kind: "formula" },
      ],
    },
  ],
  ...change,
});

export const testTemplate = (change: Partial<Template> = {}): Template => ({
  key: "invoice",
  definition: testDefinition({ content: "" }),
  mine: false,
  formats: ["docx", "markdown"],
  version: 1,
  updated_at: null,
  ...change,
});

export const testDocument = (change: Partial<TemplateDocument> = {}): TemplateDocument => ({
  id: "d1",
  template: "invoice",
  title: "Invoice",
  definition: testDefinition(),
  formats: ["docx", "markdown"],
  values: {},
  files: [],
  version: 1,
  created_at: "2026-11-28T08:00:00Z",
  updated_at: "2026-11-28T08:00:00Z",
  ...change,
});
