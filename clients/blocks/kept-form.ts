/** Where the drafts of a tab have what was typed into a form. Who signs in next in this tab finds their own alone. */
export const keptFormKey = (account: string | undefined, form: string) => `form/${account ?? ""}/${form}`;
