import { useNavigation } from "@ensemble/host/navigation";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { startPhone } from "./start-phone";

/** Enables the features of an installed app: offline use, notifications, badge. */
export function usePhone(): void {
  const client = useQueryClient();
  const { navigate } = useNavigation();
  const open = useRef(navigate);
  useEffect(() => {
    open.current = navigate;
  });
  useEffect(() => startPhone(client, (path) => open.current(path)), [client]);
}
