const WIDTH = 960;
const HEIGHT = 720;

/** Draws the picture with which a tool can be tried: a cup on a table, with a word beside it. */
export async function examplePicture(name: string): Promise<File> {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("the browser draws no pictures");
  drawRoom(context);
  drawCup(context);
  context.fillStyle = "rgb(255 255 255 / 0.85)";
  context.font = "600 44px system-ui, sans-serif";
  context.fillText("Ensemble", 640, 120);
  const content = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
  return new File([content], `${name}.jpg`, { type: "image/jpeg" });
}

type Context = OffscreenCanvasRenderingContext2D;

function drawRoom(context: Context): void {
  const wall = context.createLinearGradient(0, 0, WIDTH, HEIGHT);
  wall.addColorStop(0, "#7aa6c2");
  wall.addColorStop(1, "#c9d9d6");
  context.fillStyle = wall;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  const table = context.createLinearGradient(0, 520, 0, HEIGHT);
  table.addColorStop(0, "#a8744f");
  table.addColorStop(1, "#6e4529");
  context.fillStyle = table;
  context.fillRect(0, 520, WIDTH, HEIGHT - 520);
}

function drawCup(context: Context): void {
  context.fillStyle = "rgb(40 20 10 / 0.35)";
  context.beginPath();
  context.ellipse(430, 592, 220, 34, 0, 0, 2 * Math.PI);
  context.fill();
  const clay = context.createLinearGradient(250, 0, 600, 0);
  clay.addColorStop(0, "#f2603c");
  clay.addColorStop(0.5, "#d8432a");
  clay.addColorStop(1, "#8f2316");
  context.strokeStyle = "#b5331f";
  context.lineWidth = 34;
  context.beginPath();
  context.ellipse(600, 420, 72, 84, 0, -1.6, 1.9);
  context.stroke();
  context.fillStyle = clay;
  context.beginPath();
  context.moveTo(250, 260);
  context.lineTo(610, 260);
  context.quadraticCurveTo(600, 600, 430, 600);
  context.quadraticCurveTo(260, 600, 250, 260);
  context.fill();
  context.fillStyle = "#3b2014";
  context.beginPath();
  context.ellipse(430, 260, 180, 44, 0, 0, 2 * Math.PI);
  context.fill();
}
