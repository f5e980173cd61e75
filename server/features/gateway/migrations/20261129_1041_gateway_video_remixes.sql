-- The video that a program had changed; null: the video is a new one.
ALTER TABLE gateway_videos ADD COLUMN remixed_from {uuid};
