import { api } from "@ensemble/contract/api";
import { useHost } from "@ensemble/host/HostContext";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";

/** Exports the usage record of the current workspace as CSV. */
export function UsageExport() {
  const text = useText("billing");
  const host = useHost();
  const save = useMutation({
    mutationFn: async () => {
      const { name, content } = await api.getFile("/api/billing/postings/table");
      await host.saveFile(name ?? "usage.csv", content);
    },
  });
  return (
    <Button
      size="sm"
      icon={<Download className="size-4" />}
      busy={save.isPending}
      onClick={() => save.mutate()}
    >
      {text("export_usage")}
    </Button>
  );
}
