import { useText } from "@ensemble/i18n/text";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toolServersQuery } from "./tool-queries";

/** Shows the outcome of a sign-in to a tool server after the redirect. */
export function SignInOutcome() {
  const text = useText("tools");
  const { data } = useQuery(toolServersQuery);
  // Read on the first render: the address is rewritten afterwards.
  const [returned] = useState(() => new URLSearchParams(location.search));
  const server = data?.items.find(({ key }) => key === returned.get("signed_in"));
  if (returned.has("sign_in_failed")) return <Notice tone="danger">{text("sign_in_failed")}</Notice>;
  if (!server) return null;
  return <Notice tone="success">{text("signed_in_to", { name: server.name })}</Notice>;
}
