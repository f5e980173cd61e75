import { PictureDrop } from "@ensemble/blocks/images/PictureDrop";
import { PICTURE_TYPES, REFERENCE_MIN_PIXELS } from "@ensemble/blocks/images/send-picture";
import { useSendPictures } from "@ensemble/blocks/images/use-send-pictures";
import { isSubmitKey } from "@ensemble/blocks/is-submit-key";
import { usePriceText } from "@ensemble/blocks/models/use-price-text";
import { ProblemCard } from "@ensemble/blocks/problems/ProblemCard";
import { useMe, useSettings } from "@ensemble/blocks/session-queries";
import { toProblem } from "@ensemble/contract/problem-error";
import type { Image } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { FileInput } from "@ensemble/ui/fields/FileInput";
import { Select } from "@ensemble/ui/fields/Select";
import { IconButton } from "@ensemble/ui/IconButton";
import { ModelGlyph } from "@ensemble/ui/ModelGlyph";
import { useMedia } from "@ensemble/ui/use-media";
import { ArrowUp, ImagePlus, X } from "lucide-react";
import { useRef } from "react";
import { Thumbnail } from "../Thumbnail";
import type { Artist } from "./use-artist";

/** Field for the next turn, with the picture it edits, the model and the price. */
export function ArtistComposer({
  artist,
  base,
  onAfresh,
  onSent,
}: {
  artist: Artist;
  /** Picture that the turn edits; undefined while that is not known, and nothing is sent. */
  base: Image | null | undefined;
  onAfresh: () => void;
  onSent: () => void;
}) {
  const text = useText("images");
  const { role } = useMe();
  const input = useRef<HTMLInputElement>(null);
  const { model, ask, upload, words } = artist;
  const { sending, send } = useSendPictures(REFERENCE_MIN_PIXELS, (sent) => upload.mutate(sent));
  const canEdit = (model?.abilities.references_max ?? 0) > 0;
  const edited = canEdit && base ? base : null;
  const ready =
    model !== undefined &&
    base !== undefined &&
    words.trim() !== "" &&
    (edited !== null || model.abilities.creates);
  const start = () => {
    if (!ready || ask.isPending) return;
    ask.mutate({ prompt: words, base: edited }, { onSuccess: onSent });
  };
  const error = ask.error ?? upload.error;
  return (
    <PictureDrop
      onFiles={(files) => void send(files.slice(0, 1))}
      paste
      className="flex-none px-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:px-6"
    >
      <form
        aria-label={text("artist")}
        className="mx-auto flex max-w-3xl flex-col gap-2 rounded-lg bg-raised p-3 shadow-[inset_0_0_0_1px_var(--edge)] focus-within:shadow-[inset_0_0_0_1.5px_var(--accent-ink)]"
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        {error ? <ProblemCard problem={toProblem(error)} operator={role === "operator"} /> : null}
        {edited ? (
          <div className="flex items-center gap-2 text-muted text-sm">
            <span className="size-10 flex-none overflow-hidden rounded-sm">
              <Thumbnail image={edited} />
            </span>
            <span className="min-w-0 flex-1">{text("edits_this")}</span>
            <IconButton size="sm" label={text("start_afresh")} icon={<X />} onClick={onAfresh} />
          </div>
        ) : null}
        {base && !canEdit ? <p className="text-muted text-sm">{text("model_edits_nothing")}</p> : null}
        <Field artist={artist} isEdit={edited !== null} onStart={start} />
        <div className="flex flex-wrap items-center gap-2">
          <IconButton
            label={text("begin_with_picture")}
            icon={<ImagePlus />}
            disabled={sending.length > 0}
            onClick={() => input.current?.click()}
          />
          <FileInput
            input={input}
            accept={PICTURE_TYPES}
            testId="artist-input"
            onChoose={([file]) => void send([file])}
          />
          <ModelChoice artist={artist} />
          <IconButton
            type="submit"
            kind="primary"
            className="ms-auto"
            label={text("send")}
            icon={<ArrowUp />}
            disabled={!ready || ask.isPending}
            aria-busy={ask.isPending}
          />
        </div>
      </form>
    </PictureDrop>
  );
}

function Field({ artist, isEdit, onStart }: { artist: Artist; isEdit: boolean; onStart: () => void }) {
  const text = useText("images");
  const { send_with } = useSettings();
  const touch = useMedia("(pointer: coarse)");
  return (
    <textarea
      dir="auto"
      rows={2}
      aria-label={text("artist_field")}
      placeholder={text(isEdit ? "artist_edit_placeholder" : "artist_placeholder")}
      value={artist.words}
      onChange={(event) => artist.setWords(event.target.value)}
      onKeyDown={(event) => {
        if (touch || !isSubmitKey(event.nativeEvent, send_with)) return;
        event.preventDefault();
        onStart();
      }}
      className="field-sizing-content max-h-[40dvh] min-h-12 resize-none bg-transparent outline-none placeholder:text-faint"
    />
  );
}

function ModelChoice({ artist: { able, model, choose } }: { artist: Artist }) {
  const text = useText("images");
  const priceText = usePriceText();
  if (!model) return null;
  return (
    <>
      <div className="min-w-0 max-w-64 flex-1">
        <Select
          label={text("model")}
          hideLabel
          compact
          value={model.id}
          options={able.map(({ id, name }) => ({
            value: id,
            label: name,
            icon: <ModelGlyph id={id} size="sm" />,
          }))}
          onChange={choose}
        />
      </div>
      <span className="text-faint text-xs max-sm:order-last max-sm:basis-full">
        {priceText("advanced_credit", model.credits)}
      </span>
    </>
  );
}
