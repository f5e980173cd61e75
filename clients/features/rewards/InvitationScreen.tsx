import { InvitationLanding } from "./InvitationLanding";

/** `/{code}`, or `/invitation-landing?code=…`: the code somebody was invited by. */
export const InvitationScreen = ({ inviteCode, code }: { inviteCode?: string; code?: string }) => (
  <InvitationLanding code={inviteCode ?? code ?? "none"} />
);
