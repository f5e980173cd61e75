import { useHost } from "@ensemble/host/HostContext";
import { useText } from "@ensemble/i18n/text";
import { Section } from "@ensemble/ui/Section";

/** Explains how to connect a program to this server. */
export function UseIt() {
  const text = useText("gateway");
  const { serverOrigin } = useHost();
  const address = new URL(`${serverOrigin}/v1`, location.href).href;
  return (
    <Section title={text("use_it")} description={text("use_it_description")}>
      <pre
        dir="ltr"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-md bg-sunken px-4 py-3 text-sm shadow-[inset_0_0_0_1px_var(--line)]"
      >
        {`curl ${address}/chat/completions \\
  -H "Authorization: Bearer $ENSEMBLE_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"model": "builtin/assistant",
       "messages": [{"role": "user", "content": "12.5% of 880"}]}'`}
      </pre>
    </Section>
  );
}
