import { useText } from "@ensemble/i18n/text";
import type { Editor } from "@tiptap/core";

/** Field for the language of the code at the caret. Enter leads back into the code. */
export function LanguageField({ editor, language }: { editor: Editor; language: string }) {
  const text = useText("memos");
  return (
    <input
      dir="ltr"
      aria-label={text("code_language")}
      placeholder={text("code_language")}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={language}
      onChange={({ target }) =>
        editor.commands.updateAttributes("codeBlock", {
          language: target.value.replace(/[\s`~]/g, "") || null,
        })
      }
      onKeyDown={(event) => {
        if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
        event.preventDefault();
        editor.commands.focus();
      }}
      className="ms-1 h-7 w-28 rounded-md bg-sunken px-2 text-sm shadow-[inset_0_0_0_1px_var(--line)] placeholder:text-faint touch:h-11"
    />
  );
}
