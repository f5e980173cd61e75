export const TEMPLATE_PLACES = {
  all: "/templates",
  create: "/templates/create",
  edit: (key: string) => `/templates/${key}/edit`,
  document: (id: string) => `/templates/documents/${id}`,
} as const;
