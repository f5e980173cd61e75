/**
 * Returns the key of a form's draft in a tab. It includes the account, so that the next person in this tab
 * does not see it.
 */
export const formDraftKey = (account: string | undefined, form: string) => `form/${account ?? ""}/${form}`;
