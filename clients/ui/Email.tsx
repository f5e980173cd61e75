/** Email address in a line of text. It breaks before its host, and within a part only as a last resort. */
export function Email({ children: address }: { children: string }) {
  const at = address.lastIndexOf("@") + 1;
  return (
    <bdi dir="ltr" className="min-w-0 [overflow-wrap:anywhere]">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </bdi>
  );
}
