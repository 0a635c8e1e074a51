#!/bin/sh
# Draws the demo's clips with ffmpeg (libx264, aac): a hull that crosses a moving sea. What it makes is committed; only who changes the clips needs ffmpeg.
# Segments are .mpegts, not .ts: that ending belongs to TypeScript here.
set -eu
cd "$(dirname "$0")"
rm -rf pilot.mp4 barge.mp4 loop.mp4 preview.mp4 carriers seagrass blade images/poster-*.jpg
mkdir -p carriers seagrass blade images

# scene <sky> <sea> <hull> <seed>: inputs and filters of a six-second scene with sound
scene() {
  printf '%s' "color=$1:s=320x180:r=25:d=6,drawbox=y=128:w=320:h=52:color=$2:t=fill,noise=alls=5:allf=t:all_seed=$4[bg];color=$3:s=90x16:r=25:d=6[hull];color=0xf2efe6:s=22x18:r=25:d=6[house];[bg][hull]overlay=x='-90+68*t':y='118+5*sin(3*t)'[a];[a][house]overlay=x='-36+68*t':y='100+5*sin(3*t)'"
}
input() { printf '%s' "-v error -f lavfi -i $(scene "$1" "$2" "$3" "$4" | tr -d ' ') -f lavfi -i anoisesrc=color=brown:amplitude=0.2:duration=6:seed=$4"; }
video="-c:v libx264 -preset veryslow -pix_fmt yuv420p -profile:v main -g 50 -keyint_min 50 -sc_threshold 0 -map_metadata -1 -fflags +bitexact -flags:v +bitexact -flags:a +bitexact"
audio="-c:a aac -b:a 32k -ac 1 -ar 44100"

ffmpeg $(input 0x3a506b 0x0d1321 0x9b2226 1) $video -crf 30 $audio -shortest -movflags +faststart pilot.mp4
ffmpeg $(input 0xbfd7ea 0x22577a 0xee9b00 2) $video -crf 30 $audio -shortest -movflags +faststart barge.mp4
ffmpeg $(input 0xcad2c5 0x52796f 0x2f3e46 3) $video -crf 36 -an -t 3 -movflags +faststart loop.mp4
ffmpeg $(input 0x3a506b 0x0d1321 0x9b2226 1) $video -crf 38 -an -t 2 -vf scale=160:90 -movflags +faststart preview.mp4

ffmpeg $(input 0xf4a261 0x264653 0x2a9d8f 4) $video $audio -shortest \
  -filter_complex "[0:v]split=2[v0][s];[s]scale=192:108[v1]" -map "[v0]" -map 1:a -map "[v1]" -map 1:a -b:v:0 110k -b:v:1 45k \
  -f hls -hls_time 2 -hls_playlist_type vod -hls_segment_filename 'carriers/v%v-%d.mpegts' -master_pl_name master.m3u8 \
  -var_stream_map 'v:0,a:0 v:1,a:1' 'carriers/v%v.m3u8'
ffmpeg $(input 0xa8dadc 0x1d3557 0x457b9d 5) $video -crf 33 $audio -shortest \
  -f hls -hls_time 2 -hls_playlist_type vod -hls_segment_filename 'seagrass/%d.mpegts' seagrass/index.m3u8
ffmpeg $(input 0x415a77 0x0b132b 0xfca311 6) $video $audio -shortest \
  -filter_complex "[0:v]split=2[v0][s];[s]scale=192:108[v1]" -map "[v0]" -map "[v1]" -map 1:a -b:v:0 110k -b:v:1 45k \
  -f dash -seg_duration 2 -use_template 1 -use_timeline 0 -adaptation_sets 'id=0,streams=v id=1,streams=a' blade/manifest.mpd

ffmpeg -v error -ss 2.4 -i pilot.mp4 -frames:v 1 -q:v 6 images/poster-pilot.jpg
ffmpeg -v error -ss 2.4 -i barge.mp4 -frames:v 1 -q:v 6 images/poster-barge.jpg
ffmpeg -v error -ss 2.4 -i carriers/v0.m3u8 -frames:v 1 -q:v 6 images/poster-carriers.jpg
ffmpeg -v error -ss 2.4 -i seagrass/index.m3u8 -frames:v 1 -q:v 6 images/poster-seagrass.jpg
cat blade/init-stream0.m4s blade/chunk-stream0-0000?.m4s | ffmpeg -v error -i - -ss 2.4 -frames:v 1 -q:v 6 images/poster-blade.jpg
du -sk .
