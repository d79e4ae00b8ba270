function love.conf(t)
  t.identity = "alphabeta-kalah"
  t.version = "11.4"
  t.window.title = "Kalah"
  t.window.width, t.window.height = 960, 600
  t.modules.audio, t.modules.sound, t.modules.physics, t.modules.video = false, false, false, false
end
