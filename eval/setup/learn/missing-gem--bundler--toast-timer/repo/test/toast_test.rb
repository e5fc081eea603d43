require "minitest/autorun"
require "toast"

class ToastTest < Minitest::Test
  def test_two_minutes
    assert_equal :yellow, Toast.colour(120)
    assert_includes Toast.show(120), "toast"
  end
end
