import { PLACES } from "@ensemble/blocks/places";
import { keepShared } from "@ensemble/blocks/sharing/shared-things";
import { FILES_MAX } from "@ensemble/contract/generated/limits/files";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { Image } from "@ensemble/contract/wire";
import { useNavigation } from "@ensemble/host/navigation";
import { useMutation } from "@tanstack/react-query";
import { downloadName } from "./download-name";
import { readPixels } from "./editing/run-task";
import { useImageName } from "./use-image-name";

/** Returns the mutation that opens a new chat with images attached: as many as a message takes. */
export function useAskAboutImages() {
  const nameOf = useImageName();
  const open = useOpenChat();
  return useMutation({
    mutationFn: async (images: readonly Image[]) => {
      const some = images.slice(0, FILES_MAX);
      return open("", await Promise.all(some.map((one) => fileOf(one, nameOf(one)))));
    },
  });
}

/** Returns the function that opens a new chat with a question and files, which its person sends. */
export function useOpenChat(): (question: string, files: File[]) => Promise<void> {
  const { navigate } = useNavigation();
  return async (question, files) => {
    const id = uuidV7();
    await keepShared(id, { title: "", text: question, url: "", files });
    navigate(`${PLACES.newChat}?shared=${id}`);
  };
}

async function fileOf(image: Image, title: string): Promise<File> {
  const content = await readPixels(image);
  const media_type = image.media_type === "image/svg+xml" ? "image/png" : image.media_type;
  return new File([content], downloadName(title, { ...image, media_type }), { type: media_type });
}
