import { ProfilePanel } from "@ensemble/feature-accounts/settings/ProfilePanel";
import { useLeave } from "../frame/use-leave";

export function ProfileScreen() {
  const leave = useLeave();
  return <ProfilePanel onSignedOut={() => leave()} />;
}
