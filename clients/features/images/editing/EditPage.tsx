import { sendPicture } from "@ensemble/blocks/images/send-picture";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { ProblemError } from "@ensemble/contract/problem-error";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { Image, ImageModel } from "@ensemble/contract/wire";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { showToast } from "@ensemble/ui/toasts/toast";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { Images } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { useNamedDesign } from "../design/use-design";
import { ImageEditor } from "../editor/ImageEditor";
import type { EditorSource } from "../editor/store/open-editor";
import { refreshGallery } from "../gallery/gallery-queries";
import { addUpload, imageQuery } from "../image-queries";
import { IMAGE_PLACES } from "../places";
import { InstructionDialog } from "./InstructionDialog";
import { readPicture, readPixels } from "./run-task";
import { type Instruction, useEditorTools } from "./use-editor-tools";

/** Longest side of what the editor saves. */
const SAVED_MAX_PIXELS = 8192;

interface Source {
  image: Image | null;
  content: Blob | null;
}

/** An image to edit, or a file; without both an empty document, which is kept on this device alone. */
const sourceQuery = (documentId: string, fileId: string | undefined, readImage: () => Promise<Image>) =>
  queryOptions({
    queryKey: ["image-source", documentId, fileId ?? null],
    queryFn: async (): Promise<Source> => {
      if (fileId) return { image: null, content: await readPicture(fileId) };
      try {
        const image = await readImage();
        return { image, content: await readPixels(image) };
      } catch (error) {
        if (error instanceof ProblemError && error.code === "images.not_found")
          return { image: null, content: null };
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    // A picture may have many megabytes.
    gcTime: 0,
    retry: false,
  });

/** What a new document begins with, as its address says it. */
export interface EditorBegin {
  /** Id of a file of the person's. */
  file?: string;
  /** Name of a design. */
  design?: string;
}

/** Page of the image editor. `documentId`: an image's id, any other id for a new document, or "new". */
export function EditPage({ documentId, ...begin }: { documentId: string } & EditorBegin) {
  const { navigate } = useNavigation();
  const isNew = documentId === "new";
  const { file, design } = begin;
  useEffect(() => {
    if (isNew) navigate(IMAGE_PLACES.editor(uuidV7(), { file, design }), { replace: true });
  }, [isNew, navigate, file, design]);
  return isNew ? null : <Document key={documentId} documentId={documentId} {...begin} />;
}

function Document({ documentId, file, design }: { documentId: string } & EditorBegin) {
  const text = useText("images");
  const client = useQueryClient();
  const source = useQuery(sourceQuery(documentId, file, () => client.fetchQuery(imageQuery(documentId))));
  const designed = useNamedDesign(design);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <title>{`${text("editor")} · ${text("product")}`}</title>
      <header className="flex flex-none items-center gap-2 border-line border-b px-4 py-2 sm:px-6">
        <h1 className="min-w-0 flex-1 truncate font-semibold text-xl">{text("editor")}</h1>
        <AppLink to={IMAGE_PLACES.studio} className={buttonStyle("ghost", "sm")}>
          <Images className="size-4" aria-hidden="true" />
          {text("gallery")}
        </AppLink>
      </header>
      <div className="flex min-h-0 flex-1 flex-col">
        {source.error ? (
          <PanelProblem error={source.error} onRetry={() => void source.refetch()} />
        ) : source.data === undefined ? (
          <div className="p-6">
            <SkeletonLines count={6} label={text("loading")} />
          </div>
        ) : (
          <Editor
            documentId={documentId}
            image={source.data.image}
            content={source.data.content ?? designed}
          />
        )}
      </div>
    </div>
  );
}

function Editor({
  documentId,
  image,
  content,
}: {
  documentId: string;
  image: Image | null;
  content: EditorSource;
}) {
  const { question, ask } = useInstruction();
  const tools = useEditorTools(image?.id ?? null, ask);
  const save = useSave(image);
  return (
    <>
      <ImageEditor documentId={documentId} source={content} onSave={save} tools={tools} />
      {question ? (
        <InstructionDialog models={question.models} onGiven={question.give} onClose={question.refuse} />
      ) : null}
    </>
  );
}

/** Saves what was edited as a new image, on the board of the one that it was made from. */
function useSave(image: Image | null): (picture: Blob) => Promise<void> {
  const text = useText("images");
  const client = useQueryClient();
  const { navigate } = useNavigation();
  return async (picture) => {
    const file = new File([picture], "edited.png", { type: "image/png" });
    const { signal } = new AbortController();
    const { fileId } = await sendPicture({ file, minPixels: 1, maxPixels: SAVED_MAX_PIXELS, signal });
    const saved = await addUpload(fileId, image?.board_id ?? null, image?.id ?? null);
    await refreshGallery(client);
    showToast({
      kind: "success",
      title: text("saved_as_new"),
      action: { label: text("open"), onPress: () => navigate(IMAGE_PLACES.image(saved.id)) },
    });
  };
}

interface Question {
  models: readonly ImageModel[];
  give: (instruction: Instruction) => void;
  refuse: () => void;
}

/** Returns the function that asks for an instruction, and the open question. */
function useInstruction() {
  const [question, setQuestion] = useState<Question | null>(null);
  const ask = useCallback((models: readonly ImageModel[], signal: AbortSignal) => {
    return new Promise<Instruction>((resolve, reject) => {
      const refuse = () => {
        setQuestion(null);
        reject(new DOMException("there is no instruction", "AbortError"));
      };
      signal.addEventListener("abort", refuse, { once: true });
      setQuestion({
        models,
        refuse,
        give: (instruction) => {
          setQuestion(null);
          resolve(instruction);
        },
      });
    });
  }, []);
  return { question, ask };
}
