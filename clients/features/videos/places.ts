/** Link targets of the area. */
export const VIDEO_PLACES = {
  videos: "/home/video",
  task: (taskId: string) => `/home/video/${taskId}`,
  /** Path of the form with a video's settings. */
  use: (videoId: string) => `/home/video?use=${videoId}`,
  /** Path of the form for a remix of a video. */
  remix: (videoId: string) => `/home/video?remix=${videoId}`,
  /** Path of the image tool that makes a moving image without a model, of another area. */
  animate: "/image-tools/animate-picture",
} as const;
