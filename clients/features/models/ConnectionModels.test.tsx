import { renderIn } from "@ensemble/blocks/testing";
import type { ConnectionModel } from "@ensemble/contract/wire";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ConnectionModels } from "./ConnectionModels";

afterEach(cleanup);

const model: ConnectionModel = {
  id: "thinks",
  name: "Thinks",
  tier: "advanced",
  credits_per_1k: 32,
  enabled: true,
  tools: true,
  vision: false,
  reasoning: true,
  context_tokens: null,
  fallbacks: null,
  cooling_until: null,
};

const open = async (credits: number | null) => {
  const onChange = vi.fn();
  const models = [{ ...model, credits_per_1k: credits }];
  await renderIn(<ConnectionModels models={models} onChange={onChange} />, { areas: ["models"] });
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Token price for Thinks" }));
  return { onChange, user, field: screen.getByLabelText("Advanced credits per 1,000 tokens") };
};

describe("what the operator says a model costs by its tokens", () => {
  test("is shown, and changed", async () => {
    const { onChange, user, field } = await open(32);
    expect(screen.getByText(/32 credits per 1k tokens/)).toBeTruthy();
    await user.clear(field);
    await user.type(field, "40{Enter}");
    expect(onChange).toHaveBeenCalledWith({ id: "thinks", credits_per_1k: 40 });
  });

  test("is taken away by leaving it empty", async () => {
    const { onChange, user, field } = await open(32);
    await user.clear(field);
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(onChange).toHaveBeenCalledWith({ id: "thinks", credits_per_1k: 0 });
  });

  test("is whole credits", async () => {
    const { onChange, user, field } = await open(null);
    await user.type(field, "1.5");
    expect(screen.getByText("Enter a whole number of credits.")).toBeTruthy();
    await user.type(field, "{Enter}");
    expect(onChange).not.toHaveBeenCalled();
  });
});

describe("what the operator says a model can do", () => {
  const openAbilities = async () => {
    const onChange = vi.fn();
    await renderIn(<ConnectionModels models={[model]} onChange={onChange} />, { areas: ["models"] });
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Abilities of Thinks" }));
    return { onChange, user };
  };

  test("is sent where it differs", async () => {
    const { onChange, user } = await openAbilities();
    await user.type(screen.getByLabelText("Context window"), "32000");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(onChange).toHaveBeenCalledWith({ id: "thinks", context_tokens: 32_000 });
  });

  test("is left to the server again", async () => {
    const { onChange, user } = await openAbilities();
    await user.click(screen.getByRole("button", { name: "Detect automatically" }));
    const automatic = { tools: "auto", vision: "auto", reasoning: "auto", context_tokens: 0 };
    expect(onChange).toHaveBeenCalledWith({ id: "thinks", ...automatic });
  });
});

test("a model of images is switched off, and has nothing of one that chats", async () => {
  const onChange = vi.fn();
  await renderIn(<ConnectionModels models={[model]} isMedia onChange={onChange} />, { areas: ["models"] });
  await userEvent.setup().click(await screen.findByRole("switch", { name: "Enable Thinks" }));
  expect(onChange).toHaveBeenCalledWith({ id: "thinks", enabled: false });
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.queryByRole("combobox")).toBeNull();
});
