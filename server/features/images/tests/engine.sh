#!/bin/sh
# Stands in for the engines of the program: whatever it is asked for, it makes the same image.
/bin/cat > /dev/null
printf '%s\n' '{"Ok":{"media_type":"image/png","width":100,"height":100,"label":"filter"}}'
exec /bin/cat "${0%/*}/pictures/small.png"
