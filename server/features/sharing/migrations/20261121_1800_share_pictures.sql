-- A JPEG of what is shown: a bot's face.
ALTER TABLE shares ADD COLUMN picture {bytes};
