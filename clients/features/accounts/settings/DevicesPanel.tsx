import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import type { Device } from "@ensemble/contract/wire";
import { relativeTime } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Button } from "@ensemble/ui/Button";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { AppWindow, type LucideIcon, Monitor, Puzzle, Smartphone, SquareTerminal } from "lucide-react";
import { devicesQuery, endDeviceMutation, endOtherDevicesMutation } from "../account-queries";
import { SecurityEvents } from "./SecurityEvents";

const ICONS: Record<Device["client_type"], LucideIcon> = {
  web: AppWindow,
  extension: Puzzle,
  desktop: Monitor,
  mobile: Smartphone,
  cli: SquareTerminal,
};

/** Lists the signed-in devices, with sign-out, and the security events of the account. */
export function DevicesPanel() {
  return (
    <div className="flex flex-col gap-8">
      <Devices />
      <SecurityEvents />
    </div>
  );
}

function Devices() {
  const text = useText("accounts");
  const queryClient = useQueryClient();
  const devices = useQuery(devicesQuery);
  const endOthers = useMutation(endOtherDevicesMutation(queryClient));
  const items = devices.data?.items ?? [];

  if (devices.isPending) return <SkeletonLines label={text("loading")} />;
  if (devices.isError) return <PanelProblem error={devices.error} onRetry={() => void devices.refetch()} />;
  return (
    <Section
      description={text("devices_description")}
      action={
        items.length > 1 ? (
          <Button
            busy={endOthers.isPending}
            onClick={() =>
              endOthers.mutate(undefined, {
                onSuccess: () => showToast({ title: text("others_signed_out"), kind: "success" }),
              })
            }
          >
            {text("sign_out_others")}
          </Button>
        ) : null
      }
    >
      <Rows>
        {items.map((device) => (
          <DeviceRow key={device.id} device={device} />
        ))}
      </Rows>
    </Section>
  );
}

function DeviceRow({ device }: { device: Device }) {
  const text = useText("accounts");
  const { locale } = useLocale();
  const end = useMutation(endDeviceMutation(useQueryClient()));
  const Icon = ICONS[device.client_type];
  const name = device.device_name || device.browser_name;
  const system = [device.os_name, device.os_version].filter(Boolean).join(" ");
  const seen = text("last_seen", { time: relativeTime(device.last_seen_at, Date.now(), locale) });

  return (
    <Row
      leading={<Icon className="size-5 text-muted" aria-hidden="true" />}
      title={
        <span className="flex items-center gap-2 font-medium">
          {name || text("unknown_device")}
          {device.current ? <Badge tone="success">{text("this_device")}</Badge> : null}
        </span>
      }
      description={[system, device.ip, device.current ? null : seen].filter(Boolean).join(" · ")}
    >
      {device.current ? null : (
        <Button size="sm" busy={end.isPending} onClick={() => end.mutate(device.id)}>
          {text("sign_out")}
        </Button>
      )}
    </Row>
  );
}
