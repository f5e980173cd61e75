import type { MemoryScope } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Select } from "@ensemble/ui/fields/Select";
import { scopeKey, scopeOf, useScopes } from "./scopes";

/** Selects the scope of an item. */
export function ScopeField({
  scope,
  onChange,
}: {
  scope: MemoryScope;
  onChange: (scope: MemoryScope) => void;
}) {
  const text = useText("memory");
  const scopes = useScopes();
  const key = scopeKey(scope);
  const known = scopes.some((one) => one.key === key);
  const all = known ? scopes : [...scopes, { key, name: text("scopes.gone") }];
  return (
    <Select
      label={text("scope")}
      value={key}
      options={all.map((one) => ({ value: one.key, label: one.name }))}
      onChange={(next) => onChange(scopeOf(next))}
    />
  );
}
