import type { Model } from "@ensemble/contract/wire";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { renderIn } from "../testing";
import { ModelPicker } from "./ModelPicker";

afterEach(cleanup);

const model = (id: string, locked: boolean): Model => ({
  id,
  name: id,
  connection_name: "Office",
  provider: "openai_compatible",
  tier: locked ? "advanced" : "standard",
  context_tokens: null,
  vision: false,
  tools: false,
  reasoning: false,
  locked,
  price: { meter: "standard_query", amount: 1, per_1k: null },
});

// screens.md, 7
test.each([false, true])("leads from a locked model to the plans (several models: %s)", async (isSeveral) => {
  const models = [model("Llama", false), model("Atlas", false), model("Claude", true)];
  const onChange = vi.fn();
  const onSeveral = vi.fn();
  const several = { chosen: isSeveral ? models.slice(0, 2) : [], onChange: onSeveral };
  const { navigate } = await renderIn(
    <ModelPicker models={models} value="Llama" onChange={onChange} several={several} />,
    { areas: ["chat"] },
  );
  await userEvent.click(screen.getByRole("combobox"));
  await userEvent.click(await screen.findByRole("option", { name: /Claude.*Upgrade to Unlock/i }));

  expect(navigate).toHaveBeenCalledWith("/pricing");
  expect(onChange).not.toHaveBeenCalled();
  expect(onSeveral).not.toHaveBeenCalled();
});
