import { useText } from "@ensemble/i18n/text";
import { InvitationPage } from "./InvitationPage";

export { MembersPage } from "./MembersPage";
export { TeamBillingPage } from "./TeamBillingPage";
export { TeamPage } from "./TeamPage";
export { TeamSettingsPage } from "./TeamSettingsPage";
export { TeamUsagePage } from "./TeamUsagePage";

/** `/team/invitation?c=…`. */
export function InvitationScreen({ c = "" }: { c?: string }) {
  const text = useText("teams");
  return (
    <main className="clear-of-edges mx-auto flex min-h-dvh w-full max-w-xl flex-col justify-center px-4 py-10">
      <title>{text("invitation")}</title>
      <h1 className="sr-only">{text("invitation")}</h1>
      <InvitationPage code={c} />
    </main>
  );
}
