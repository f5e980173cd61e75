/** What people type where an address is asked for mostly has no scheme. */
export const withScheme = (typed: string): string => {
  const address = typed.trim();
  return address === "" || /^[a-z][a-z+.-]*:/i.test(address) ? address : `https://${address}`;
};
