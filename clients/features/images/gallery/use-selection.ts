import type { Image } from "@ensemble/contract/wire";
import { useState } from "react";

/** Selection of images by their ids; null: nothing is being selected. */
export function useSelection() {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Image> | null>(null);
  return {
    chosen,
    begin: () => setChosen(new Map()),
    end: () => setChosen(null),
    toggle: (image: Image) => {
      const next = new Map(chosen);
      if (!next.delete(image.id)) next.set(image.id, image);
      setChosen(next);
    },
    choose: (images: readonly Image[]) => setChosen(new Map(images.map((image) => [image.id, image]))),
  };
}

export type Selection = ReturnType<typeof useSelection>;
