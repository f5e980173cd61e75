import { InvitationPage } from "@ensemble/feature-teams/InvitationPage";
import { useText } from "@ensemble/i18n/text";
import { useSearch } from "@tanstack/react-router";

export { MembersPage } from "@ensemble/feature-teams/MembersPage";
export { TeamBillingPage } from "@ensemble/feature-teams/TeamBillingPage";
export { TeamPage } from "@ensemble/feature-teams/TeamPage";
export { TeamSettingsPage } from "@ensemble/feature-teams/TeamSettingsPage";
export { TeamUsagePage } from "@ensemble/feature-teams/TeamUsagePage";

/** Page of `/team/invitation?c=…`. */
export function InvitationScreen() {
  const text = useText("teams");
  const { c = "" } = useSearch({ strict: false });
  return (
    <main className="clear-of-edges mx-auto flex min-h-dvh w-full max-w-xl flex-col justify-center px-4 py-10">
      <title>{text("invitation")}</title>
      <h1 className="sr-only">{text("invitation")}</h1>
      <InvitationPage code={c} />
    </main>
  );
}
