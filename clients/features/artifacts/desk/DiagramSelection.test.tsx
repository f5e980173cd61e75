import { drawDiagram } from "@ensemble/blocks/diagrams/diagram-frame";
import { renderIn } from "@ensemble/blocks/testing";
import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { openFrame } from "../preview/frame";
import DiagramSelection from "./DiagramSelection";

vi.mock("@ensemble/blocks/diagrams/diagram-frame", () => ({ drawDiagram: vi.fn() }));
vi.mock("../preview/frame", () => ({ openFrame: vi.fn() }));

afterEach(cleanup);

const show = (onSelected = vi.fn()) =>
  renderIn(
    <DiagramSelection code="graph TD; A[High water]" title="Tides" onSelected={onSelected}>
      <p>The image</p>
    </DiagramSelection>,
    { areas: ["artifacts"] },
  );

test("a drawn diagram is selectable in its frame from the start", async () => {
  vi.mocked(drawDiagram).mockResolvedValue({ svg: "<svg id='drawn'/>", width: 1, height: 1, title: "" });
  const send = vi.fn();
  vi.mocked(openFrame).mockReturnValue({ send, reveal: vi.fn(), close: vi.fn() });
  const onSelected = vi.fn();
  await show(onSelected);
  await waitFor(() => expect(send).toHaveBeenCalledWith({ kind: "select", on: true, diagram: true }));
  expect(send).toHaveBeenCalledWith(expect.objectContaining({ html: expect.stringContaining("drawn") }));

  const element = { name: "g#A", html: "<g/>", text: "High water" };
  vi.mocked(openFrame).mock.lastCall?.[2].heard({ kind: "selected", element });
  expect(onSelected).toHaveBeenCalledWith(element);
});

test("what cannot be drawn stays as it is", async () => {
  vi.mocked(drawDiagram).mockRejectedValue(new Error("a wrong diagram"));
  await show();
  await waitFor(() => expect(drawDiagram).toHaveBeenCalled());
  expect(screen.getByText("The image")).toBeTruthy();
});
