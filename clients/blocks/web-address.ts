/** Adds a scheme to a typed address, because people mostly omit it. */
export const withScheme = (typed: string): string => {
  const address = typed.trim();
  return address === "" || /^[a-z][a-z+.-]*:/i.test(address) ? address : `https://${address}`;
};
