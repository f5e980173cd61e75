import { useMutation } from "@tanstack/react-query";
import { signOutMutation } from "./account-queries";

/** Signs this device out; `leave` then clears its data and shows the login page. */
export function useSignOut(leave: () => Promise<void>) {
  return useMutation({ ...signOutMutation(), onSuccess: () => leave() });
}
