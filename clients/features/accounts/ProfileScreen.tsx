import { useShell } from "@ensemble/blocks/area/shell";
import { ProfilePanel } from "./settings/ProfilePanel";

export function ProfileScreen() {
  const { leave } = useShell();
  return <ProfilePanel onSignedOut={() => leave()} />;
}
