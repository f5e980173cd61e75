import { api } from "@ensemble/contract/api";
import { useHost } from "@ensemble/host/HostContext";
import { useMutation } from "@tanstack/react-query";

/** Downloads images as one ZIP file. */
export function useDownloadImages() {
  const { saveFile } = useHost();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const { name, content } = await api.getFile("/api/images/download", { image_ids: ids });
      await saveFile(name ?? "images.zip", content);
    },
  });
}
